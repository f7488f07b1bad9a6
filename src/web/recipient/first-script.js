// The first script of every page, which the build puts into the page itself. It sees to what must be known before anything
// is painted: a chosen theme, so that it never flashes, and whether a stored session is about to be
// tried (`session-part` in styles.css). Everything after the first paint is lib/theme.ts.
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

// Pages that are filled in by the server name the app's files here, and not in tags of their own: they are fetched once the
// page has been painted, so that nothing stands between somebody and the pictures.
const { scripts, styles } = document.currentScript.dataset
if (scripts) {
  recordClicks()
  startOncePainted()
}

function startOncePainted() {
  let hasStarted = false
  const start = () => {
    if (!hasStarted) fetchApp()
    hasStarted = true
  }
  if (document.visibilityState === 'hidden') return start()
  holdPicturesBelow()
  // The pictures of the first screen go before: they are painted in the frame after the one in which all are decoded.
  const startOncePicturesAreShown = async () => {
    const pictures = Array.from(document.images).filter((image) => {
      const { top, height } = image.getBoundingClientRect()
      return height > 0 && top < innerHeight
    })
    await Promise.allSettled(pictures.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(start))
  }
  const whenSeen = (list) => list.getEntriesByName('first-contentful-paint').length > 0 && startOncePicturesAreShown()
  new PerformanceObserver(whenSeen).observe({ type: 'paint', buffered: true })
  // Where nothing was painted, or nobody tells, or a picture takes long.
  setTimeout(start, 2000)
}

// Pictures below the first screen are not fetched before the page can be used or somebody scrolls to them: they would take
// line and processor from what is looked at (`data-pictures` in wall.css and gallery-cover.css).
function holdPicturesBelow() {
  const { dataset } = document.documentElement
  const release = () => delete dataset.pictures
  dataset.pictures = 'first'
  document.addEventListener('hydrated', release)
  document.addEventListener('scroll', release, { once: true, passive: true })
  setTimeout(release, 4000)
}

// What is pressed before the page is hydrated is pressed again after it; if it does not come, the browser follows a link by
// itself, as it does where no scripts are run.
function recordClicks() {
  let pressed
  const record = (event) => {
    const isPlain = event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const element = isPlain ? event.target.closest('#root a, #root button') : null
    if (!element) return
    event.preventDefault()
    // React may have hydrated this part already: it must not act now, and once more when the press is repeated.
    event.stopPropagation()
    pressed = element
  }
  const release = () => {
    document.removeEventListener('click', record, true)
    pressed?.click()
    pressed = undefined
  }
  document.addEventListener('click', record, true)
  document.addEventListener('hydrated', release)
  setTimeout(release, 4000)
}

function fetchApp() {
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties))
  const [app, ...parts] = scripts.split(' ')
  add('script', { type: 'module', src: app })
  // One at a time: what somebody does meanwhile has its turn between two of them.
  for (const href of parts) setTimeout(() => add('link', { rel: 'modulepreload', href }))
  for (const href of styles.split(' ')) setTimeout(() => add('link', { rel: 'stylesheet', href }))
}
