// Filters the gallery by words, kind, type and tier. Without JavaScript, all pieces are shown.
const form = document.getElementById("filter");
if (form) {
  const pieces = [...document.querySelectorAll(".piece")].map((element) => ({
    element,
    kind: element.parentElement.dataset.kind,
    type: element.dataset.type,
    tier: element.dataset.tier,
    words: element.querySelector("img").alt.toLowerCase(),
  }));
  const sections = [...document.querySelectorAll(".pieces")].map((grid) => grid.closest("section"));
  const fields = ["kind", "type", "tier"];
  for (const field of fields) {
    for (const value of new Set(pieces.map((piece) => piece[field]).filter(Boolean))) {
      form.elements[field].add(new Option(value, value));
    }
  }
  const show = () => {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const piece of pieces) {
      const shown =
        fields.every((f) => !form.elements[f].value || form.elements[f].value === piece[f]) &&
        words.every((word) => piece.words.includes(word));
      piece.element.hidden = !shown;
      count += shown;
    }
    for (const section of sections) {
      section.hidden = !section.querySelector(".piece:not([hidden])");
    }
    form.elements.count.value = `${count} of ${pieces.length}`;
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  show();
}
