// Ranks search results: pages come before members of the API reference, since readers look for
// topics, not modules.

/** The best page for words that many pages use. */
const PAGES_ABOUT = {
  card: "cards",
  cluster: "cluster",
  hint: "play",
  network: "networks/index",
  opponent: "agents",
  rule: "rules",
  seed: "benchmark",
  "self-play": "training",
  speed: "performance",
};
const asked = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase().replace(/s$/, "");

var Scorer = {
  score: ([docname, , anchor, , score, , kind]) => {
    if (kind === "object") return score - 30;
    if (kind === "index") return score - 90;
    const about = docname === PAGES_ABOUT[asked] && !anchor ? 60 : 0;
    if (docname.startsWith("api/")) return score - 10;
    return score + about + (kind === "title" ? (anchor ? 5 : 30) : 0);
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
