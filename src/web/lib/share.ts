export type Shared = { title: string; url: string }

/** Opens the system's own share sheet. Whoever closes it has changed their mind; there is nothing to say. */
export async function shareBySystem({ title, url }: Shared) {
  try {
    await navigator.share({ title, url })
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** On phones the system's sheet comes at once. False where there is none, or where it did not open: our dialog is next. */
export async function shareAtOnce(shared: Shared) {
  const isPhone = 'share' in navigator && window.matchMedia('(pointer: coarse)').matches
  return isPhone && (await shareBySystem(shared))
}
