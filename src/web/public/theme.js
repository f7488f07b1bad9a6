// Loaded before anything is painted, so that a chosen theme never flashes. A file of its own, because the page's policy
// forbids inline scripts. Everything after the first paint is lib/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be switched off; the system's theme it is.
}
