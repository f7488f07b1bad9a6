// Loaded before anything is painted, so that a chosen theme never flashes, and neither does what is shown to strangers to
// somebody whose stored session is about to be tried (`session-part` in styles.css). A file of its own, because the page's policy
// forbids inline scripts. Everything after the first paint is lib/theme.ts.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('authToken')) {
    document.documentElement.dataset.session = 'stored'
    document.documentElement.dataset.arrived = 'with-session'
  }
} catch {
  // Storage may be switched off; the system's theme it is.
}
