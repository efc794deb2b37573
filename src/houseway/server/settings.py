"""How the house is run: settings from flags, the environment (HOUSEWAY_...), or a TOML file, in that order."""

from __future__ import annotations

import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from houseway.server.refusals import ServerError

DEFAULT_PORT = 8400


class Settings(BaseSettings):
    """Every setting with its default; amounts are cents, times seconds."""

    model_config = SettingsConfigDict(env_prefix="HOUSEWAY_", extra="ignore", frozen=True)

    # where
    host: str = Field(
        default="127.0.0.1", description="Address to listen on; 0.0.0.0 for every network of this machine."
    )
    port: int | None = Field(
        default=None, ge=0, le=65_535, description="Port; when left out 8400, or the next one that is free."
    )
    database: str = Field(
        default="", description="sqlite:///FILE or postgresql://…; an SQLite file in the data folder."
    )
    data_dir: Path | None = Field(default=None, description="The data folder; the user's own when left out.")
    public_url: str = Field(
        default="",
        description="The address people use when a proxy stands before the server, such as https://play.example.org.",
    )
    trusted_proxies: str = Field(
        default="127.0.0.1",
        description="With public_url: addresses or networks of the proxy, whose word on who asks is taken.",
    )
    open_browser: bool = Field(default=True, description="Open the page in a browser, where there is one.")
    log_json: bool = Field(default=False, description="Logs as JSON, one object a line.")
    log_level: str = Field(default="info", description="debug, info, warning or error.")

    # people
    guest_chips: int = Field(default=100_000, ge=0, le=10**12, description="Chips that a newcomer gets, in cents.")
    session_days: int = Field(default=30, ge=1, le=365, description="How long a browser stays signed in.")
    login_attempts: int = Field(default=30, ge=1, description="Log-in attempts per address in five minutes.")
    new_guests: int = Field(default=60, ge=1, description="New guests and accounts per address in five minutes.")
    new_chips: int = Field(
        default=10, ge=1, description="How often a person, and an address, gets more chips in five minutes."
    )
    allowed_hosts: str = Field(
        default="",
        description="Names that people reach the server by, with commas, besides public_url, addresses and localhost.",
    )

    # tables
    house_tables: bool = Field(default=True, description="Keep one table of every game open.")
    betting_seconds: float = Field(default=15, ge=0, description="Betting window after the first wager.")
    decision_seconds: float = Field(default=30, gt=0, description="Time to decide before the time bank is used.")
    time_bank_seconds: float = Field(default=60, ge=0, description="Time bank of a seat.")
    time_bank_refill: float = Field(default=5, ge=0, description="What a round gives back to the time bank.")
    showing_seconds: float = Field(
        default=15, ge=0, description="How long a finished round is shown, unless everybody goes on before."
    )
    between_hands_seconds: float = Field(default=5, ge=0, description="Among players: from one hand to the next.")
    words_seconds: float = Field(
        default=2, ge=0, le=3600, description="So long the deal waits until players' promised words are opened."
    )
    grace_seconds: float = Field(
        default=3, ge=0, description="Disconnected for so long: a round that others play goes on without waiting."
    )
    away_seconds: float = Field(
        default=60, ge=0, description="Disconnected for this long: a seat with chips sits out, one without is given up."
    )
    leave_seconds: float = Field(
        default=300,
        ge=0,
        description="Disconnected for this long: the seat is given up; its chips go back to the wallet.",
    )
    empty_table_seconds: float = Field(
        default=30,
        ge=0,
        description="A table opened for visitors closes when empty for this long, ten times later if watched.",
    )
    program_seconds: float = Field(default=1.2, ge=0, description="How long an opponent by the program thinks.")
    rabbit_hunt: bool = Field(
        default=False,
        description="Among players: show the board cards that would have come after a hand that ended before them.",
    )

    seats_per_person: int = Field(default=8, ge=1, description="Tables that one person sits at, at once.")
    seats_per_address: int = Field(default=500, ge=1, description="Seats taken from one address, at once.")
    tables_per_address: int = Field(
        default=100, ge=0, description="Tables that the house keeps open for people at one address, besides its first."
    )

    appointment_hours: float = Field(
        default=24,
        ge=0,
        description="Hours for which an admin and the people they appointed can't confirm each other's corrections.",
    )

    # chat
    chat: bool = Field(default=True, description="Let people who sit at a table write to each other.")
    chat_burst: int = Field(default=5, ge=1, description="Chat: messages that one person may write at once.")
    chat_seconds: float = Field(default=3, ge=0, description="Chat: after those, one more whenever so long has passed.")

    # the socket
    socket_messages: int = Field(default=40, ge=1, description="Messages a second that one visitor may send.")
    socket_bytes: int = Field(default=8192, ge=256, description="Largest message.")
    sockets_per_address: int = Field(default=200, ge=1, description="Connections from one address at once.")
    updates_per_second: int = Field(
        default=10, ge=1, description="How often a visitor is told what others do at a table, at most."
    )
    sockets: int = Field(default=5000, ge=1, description="Connections at once.")

    # requests
    connections: int = Field(default=1000, ge=1, description="Connections for requests at once, sockets not counted.")
    connections_per_address: int = Field(default=100, ge=1, description="The same, from one address.")
    header_seconds: float = Field(default=10, gt=0, description="How long a request may take to send its headers.")
    body_seconds: float = Field(default=30, gt=0, description="How long it may take to send what follows them.")
    first_message_seconds: float = Field(
        default=30, gt=0, description="How long a socket may stay silent after it was opened."
    )

    # training
    new_exercises: int = Field(default=1200, ge=1, description="New exercises per address in five minutes.")
    new_exams: int = Field(default=60, ge=1, description="New exams per address in five minutes.")
    new_imports: int = Field(
        default=10, ge=1, description="Imports of training progress per person and per address in five minutes."
    )
    exercises: int = Field(default=2000, ge=1, description="Exercises kept open at once.")
    exercises_per_address: int = Field(default=200, ge=1, description="Exercises kept open at once for one address.")

    # counting
    count_odds: bool = Field(default=True, description="Count the house edges in the background after the start.")
    count_seconds: float = Field(
        default=120, gt=0, description="Longest count of rules that a visitor has thought of, in seconds of one core."
    )
    count_niceness: int = Field(
        default=19, ge=0, le=19, description="How far counting steps back behind the tables; 0 is not at all."
    )
    new_counts: int = Field(default=600, ge=1, description="Rules counted anew per address in five minutes.")
    new_reports: int = Field(default=20, ge=1, description="Reports made anew per address in five minutes.")

    @field_validator("log_level")
    @classmethod
    def _level(cls, value: str) -> str:
        if value not in ("debug", "info", "warning", "error"):
            raise ValueError("log_level is debug, info, warning or error")
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _proxies(cls, value: str) -> str:
        parts = [part.strip() for part in value.split(",") if part.strip()]
        try:
            return ",".join(part for part in parts if ip_network(part))
        except ValueError:
            raise ValueError("trusted_proxies are addresses or networks such as 10.0.0.5,172.16.0.0/12") from None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings, env_settings)

    @property
    def folder(self) -> Path:
        """The data folder."""
        if self.data_dir is not None:
            return self.data_dir
        from platformdirs import user_data_path

        return user_data_path("houseway", appauthor=False)

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{self.folder / 'houseway.sqlite'}"

    @property
    def secure(self) -> bool:
        """Whether people reach the page over https."""
        return self.public_url.startswith("https://")


def read_settings(flags: dict[str, Any] | None = None, file: Path | None = None) -> Settings:
    """Flags over environment over file; one clear sentence when one of them is wrong."""
    stated = {name: value for name, value in (flags or {}).items() if value is not None}
    try:
        written = tomllib.loads(file.read_text()) if file else {}
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ServerError(f"The settings file {file} cannot be read: {error}.") from None
    if unknown := sorted(written.keys() - Settings.model_fields.keys()):
        raise ServerError(f"{file} has an unknown setting {unknown[0]!r}; docs/serving.md lists them.")
    try:
        environment = Settings().model_fields_set
        below = {name: value for name, value in written.items() if name not in environment}
        return Settings(**(below | stated))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(map(str, first["loc"]))
        raise ServerError(f"The setting {name!r} is not valid: {first['msg']}.") from None
