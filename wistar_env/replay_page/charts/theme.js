// Light or dark: as the system has it, unless somebody chose. A classic script, so that no page
// flashes in the other one first.

{
  const KEY = "wistar-theme";
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage is off: follow the system
    }
  };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);

  /** Say on the button what a press does. */
  const mark = () => {
    const button = document.getElementById("theme");
    if (button) button.setAttribute("aria-pressed", String(isDark()));
  };
  const toggle = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // It lasts as long as the page.
    }
    mark();
  };
  const found = chosen();
  if (found === "dark" || found === "light") root.dataset.theme = found;
  dark.addEventListener("change", mark);
  document.addEventListener("DOMContentLoaded", () => {
    mark();
    document.getElementById("theme")?.addEventListener("click", toggle);
  });
}
