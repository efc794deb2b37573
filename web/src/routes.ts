// Every page of the site. A page is a component that takes `params` (from the path) and `query`.
import type { Route } from "$lib/browser/router.svelte";

export const routes: Route[] = [
  { path: "/", title: "Lobby", load: () => import("./pages/Lobby.svelte") },
  { path: "/table/:id", title: "Table", load: () => import("./pages/Table.svelte") },
  { path: "/history", title: "History", load: () => import("./pages/History.svelte") },
  { path: "/rounds/:round", title: "Round", load: () => import("./pages/Replay.svelte") },
  { path: "/history/:round", title: "Round", load: () => import("./pages/OldRound.svelte") }, // where rounds once were
  { path: "/odds", title: "Odds and strategy", load: () => import("./pages/Odds.svelte") },
  { path: "/odds/:game", title: "Odds and strategy", load: () => import("./pages/Odds.svelte") },
  { path: "/what-if", title: "What if", load: () => import("./pages/WhatIf.svelte") },
  { path: "/what-if/:game", title: "What if", load: () => import("./pages/WhatIf.svelte") },
  { path: "/how-to-play", title: "How to play", load: () => import("./pages/HowTo.svelte") },
  { path: "/how-to-play/:game", title: "How to play", load: () => import("./pages/HowTo.svelte") },
  { path: "/train", title: "Training", load: () => import("./pages/Train.svelte") },
  { path: "/train/exercise/:id", title: "Exercise", load: () => import("./pages/TrainExercise.svelte") },
  { path: "/train/progress", title: "Your training", load: () => import("./pages/TrainProgress.svelte") },
  { path: "/train/exams/:id", title: "Table test", load: () => import("./pages/TrainExam.svelte") },
  { path: "/train/exams/:id/sheet", title: "Score sheet", load: () => import("./pages/TrainSheet.svelte") },
  { path: "/account", title: "Account", load: () => import("./pages/Account.svelte") },
  { path: "/pit", title: "The pit", load: () => import("./pages/Pit.svelte") },
  { path: "/claim/:token", title: "First admin", load: () => import("./pages/Claim.svelte") },
  { path: "/claim", title: "First admin", load: () => import("./pages/Claim.svelte") },
];
