// The build inlines this script into every page. Before the first paint, it applies the stored theme, to avoid a flash,
// and marks the page if there's a stored session, for styles.css. Later, lib/theme.ts and lib/session.ts take over.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (localStorage.getItem('authToken')) {
    document.documentElement.dataset.session = 'stored'
    document.documentElement.dataset.arrived = 'with-session'
  }
} catch {
  // Storage is disabled, so use the system theme.
}

// Server-rendered pages list the app's files in this script's data attributes instead of in tags. The files load after
// the first paint, so they don't compete with the images.
const { scripts, styles } = document.currentScript.dataset
if (scripts) {
  recordClicks()
  startAfterPaint()
}

function startAfterPaint() {
  let hasStarted = false
  const start = () => {
    if (!hasStarted) fetchApp()
    hasStarted = true
  }
  if (document.visibilityState === 'hidden') return start()
  holdBackImagesBelow()
  // Wait for the images on the screen. They're painted in the frame after all of them are decoded. At the URL of a
  // section, lazy images above the screen may never load.
  const startAfterImages = async () => {
    const pictures = Array.from(document.images).filter((image) => {
      const { top, bottom, height } = image.getBoundingClientRect()
      return height > 0 && top < innerHeight && bottom > 0
    })
    await Promise.allSettled(pictures.map((image) => image.decode()))
    requestAnimationFrame(() => requestAnimationFrame(start))
  }
  const onPaint = (list) => list.getEntriesByName('first-contentful-paint').length > 0 && startAfterImages()
  new PerformanceObserver(onPaint).observe({ type: 'paint', buffered: true })
  // Start anyway if there's no paint, no paint entry, or a slow image.
  setTimeout(start, 2000)
}

// Holds back images below the fold until the page is hydrated or scrolled, but at most 4 seconds, so the visible images
// get the bandwidth and CPU. See `data-pictures` in wall.css, sections.css and gallery-cover.css. The URL of a section
// has to land exactly there, so its page is laid out as a whole.
function holdBackImagesBelow() {
  if (location.hash) return
  const { dataset } = document.documentElement
  const release = () => delete dataset.pictures
  dataset.pictures = 'first'
  document.addEventListener('hydrated', release)
  document.addEventListener('scroll', release, { once: true, passive: true })
  setTimeout(release, 4000)
}

// Holds back clicks on links and buttons until hydration, and then replays the last one. Links and forms work without
// the app, so they only wait 4 seconds.
function recordClicks() {
  let clicked
  let held = '#root a, #root button'
  const record = (event) => {
    const isPlain = event.button === 0 && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey
    const element = isPlain ? event.target.closest(held) : null
    if (!element) return
    event.preventDefault()
    // React may have hydrated this part already, and must not handle the click twice.
    event.stopPropagation()
    clicked = element
  }
  const replay = () => {
    const element = clicked
    clicked = undefined
    // React can't hydrate the clicked part in the effect that sends the event.
    if (element) setTimeout(() => element.click())
  }
  document.addEventListener('click', record, true)
  document.addEventListener('hydrated', () => {
    document.removeEventListener('click', record, true)
    replay()
  })
  setTimeout(() => {
    held = '#root button[type="button"]'
    if (!clicked?.matches(held)) replay()
  }, 4000)
}

function fetchApp() {
  const add = (tag, properties) => document.head.append(Object.assign(document.createElement(tag), properties))
  const [app, ...parts] = scripts.split(' ')
  add('script', { type: 'module', src: app })
  // Use separate tasks, so user input can be handled in between.
  for (const href of parts) setTimeout(() => add('link', { rel: 'modulepreload', href }))
  for (const href of styles.split(' ')) setTimeout(() => add('link', { rel: 'stylesheet', href }))
}
