/** The drag library scrolls so often while a picture is held at the very edge of the screen. */
export const autoScrollEveryMs = 5

/** Pixels at a time: from one end of the page to the other in five seconds, however long it is. */
export const autoScrollStep = (pageHeight: number) => Math.max(10, (pageHeight * autoScrollEveryMs) / 5000)
