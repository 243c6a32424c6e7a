// Tabs by the book: arrow keys move between them, and the panel of the chosen one is shown.

/** Bring a row of tabs to life; returns a function that chooses one by its id. */
export function addTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const choose = (tab, focus = false) => {
    for (const each of tabs) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", chosen);
      each.tabIndex = chosen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (focus) tab.focus();
    tab.dispatchEvent(new Event("chosen"));
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = tabs.filter((tab) => !tab.hidden);
    const next = (there.indexOf(document.activeElement) + step + there.length) % there.length;
    choose(there[next], true);
    event.preventDefault();
    event.stopPropagation();
  });
  return (id) => choose(tabs.find((tab) => tab.id === id));
}
