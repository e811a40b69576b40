// A classic script, run before the first paint, so that a chosen theme never flashes the other one.
(function () {
  const chosen = localStorage.getItem("tablero.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
})();
