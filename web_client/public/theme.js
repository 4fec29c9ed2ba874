// Runs before the first paint: theme and language of the last visit (see src/state/settings.ts, which writes them).
(function () {
  var root = document.documentElement;
  try {
    var saved = JSON.parse(localStorage.getItem('sanqi.settings') || '{}');
    if (saved.theme === 'dark' || saved.theme === 'light') root.dataset.theme = saved.theme;
    if (saved.language) root.lang = saved.language;
  } catch (e) {
    // Storage may be forbidden: the page then follows the system.
  }
})();
