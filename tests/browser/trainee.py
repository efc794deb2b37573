"""Somebody who trains at the page: answers put together by mouse, by finger, or by keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator
from tests.browser.patron import Patron, expect

from houseway.train import Exercise
from houseway.train.forms import fewest_chips

Asked = Mapping[str, Any]
OUTCOME_KEYS = {"take": "k", "push": "o", "pay": "y"}  # as `web/src/lib/train/keys.ts` has them
SETTLED = ({"do": "take"}, {"do": "push"})  # there is nothing to end by Enter


class Trainee:
    """Knows the right answers from the exercise, and gives them as a person would."""

    def __init__(self, patron: Patron, *, keys: bool = False, felt: bool = False) -> None:
        self.patron, self.keys, self.felt = patron, keys, felt

    def begin(self, game: str, kind: str, role: str = "dealer", seed: str = "") -> str:
        """From the chooser; gives the exercise's id."""
        self.patron.go(f"/train?role={role}&game={game}" + (f"&seed={seed}" if seed else ""))
        self.patron.click(f"kind-{kind}")
        self.question.wait_for()
        return self.patron.page.url.rsplit("/", 1)[1]

    @property
    def question(self) -> Locator:
        return self.patron.see("question")

    def give(self, question: Asked, answer: Asked) -> None:
        """Fill in everything that is asked. By keys, Enter ends what may be longer, such as cards and chips."""
        slots: list[tuple[str, Asked, Any]] = []
        for part in question["parts"]:
            given = answer[part["id"]]
            if part["form"] == "act":
                verb = next(verb for verb in part["verbs"] if verb["id"] == given["do"])
                self._press(f"choice-{part['id']}/do-{verb['id']}", verb["key"])
                slots += [(f"{part['id']}/{field['id']}", field, given[field["id"]]) for field in verb["fields"]]
            else:
                slots.append((part["id"], part, given))
        for place, (slot, asked, given) in enumerate(slots, start=1):
            self._fill(slot, asked, given)
            if self.keys and place < len(slots) and asked["form"] != "choice" and given not in SETTLED:
                self._key("Enter")

    def _fill(self, slot: str, asked: Asked, given: Any) -> None:
        match asked["form"]:
            case "choice":
                self._choose(slot, asked["choices"], given)
            case "cards":
                for place in places(asked["cards"], given):
                    self._press(f"card-{slot}-{place}", digit(place))
            case "row":
                row = places(asked["cards"], given["cards"])
                for place in row:
                    self._press(f"lay-{slot}-{place}", digit(place))
                for place in places(asked["cards"], given["turned"]):
                    self._press(f"laid-{slot}-{place}", digit(place))
            case "payout":
                self._pay(slot, asked["chips"], given)
            case "amount":
                self.patron.see(f"amount-{slot}").fill(f"{given / 100:.2f}")

    def _choose(self, slot: str, choices: list[dict[str, str]], given: str) -> None:
        place = [choice["id"] for choice in choices].index(given)
        target = choices[place]["target"]
        if self.felt and target.startswith("seat ") and not self.keys:
            self.patron.press(self.patron.see("train-felt").locator(f'[data-target="{target}"][data-offered]').first)
        elif self.keys and place >= 9:
            self.patron.press(self.patron.see(f"choice-{slot}-{given}"))
            self.patron.page.evaluate("document.activeElement.blur()")
        else:
            self._press(f"choice-{slot}-{given}", digit(place))

    def _pay(self, slot: str, rack: list[int], given: Asked) -> None:
        self._press(f"{given['do']}-{slot}", OUTCOME_KEYS[given["do"]])
        if given["do"] != "pay":
            return
        chips = given.get("chips") or fewest_chips(given["cents"], rack)
        for worth, count in chips.items():
            for _ in range(count):
                self._press(f"chip-{slot}-{worth}", digit(rack.index(int(worth))))

    def _press(self, test_id: str, key: str) -> None:
        if self.keys:
            self._key(key)
        else:
            self.patron.press(self.patron.see(test_id))

    def _key(self, name: str) -> None:
        self.patron.page.keyboard.press(name)

    def submit(self) -> None:
        if self.keys:
            expect(self.patron.see("submit")).to_contain_text("Answer")
            self._key("Enter")
        else:
            self.patron.press(self.patron.see("submit"))

    def verdict(self, *, right: bool) -> Locator:
        found = self.patron.see("verdict")
        expect(found).to_have_attribute("data-right", str(right).lower())
        return found

    def go_on(self) -> None:
        if self.keys:
            self._key("n")
        else:
            self.patron.press(self.patron.see("go-on"))

    def answer_rightly(self, exercise: Exercise, *, pausing: bool = False) -> int:
        """Do all of it; gives how many questions there were. `pausing`: the page stops after every answer."""
        number = 0
        while exercise.question is not None:
            expect(self.question).to_have_attribute("data-number", str(number))
            given = exercise.key_answer()
            self.give(exercise.question.to_json(), given)
            self.submit()
            exercise.answer(given)
            number += 1
            if pausing:
                self.verdict(right=True)
                if exercise.question is not None:
                    self.go_on()
        return number


def digit(place: int) -> str:
    return str(place + 1)


def places(cards: list[str], chosen: list[str]) -> list[int]:
    """Where these cards are in the list; of two equal ones each is taken once."""
    left = list(enumerate(cards))
    found = []
    for card in chosen:
        item = next(item for item in left if item[1] == card)
        left.remove(item)
        found.append(item[0])
    return found
