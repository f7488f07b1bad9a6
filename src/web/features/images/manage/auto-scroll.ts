/** How often the drag library scrolls while an image is held at the edge of the screen. */
export const autoScrollEveryMs = 5

/** Returns pixels per step. At full speed, scrolling through a page of any length takes at most five seconds. */
export const autoScrollStep = (pageHeight: number) => Math.max(10, (pageHeight * autoScrollEveryMs) / 5000)
