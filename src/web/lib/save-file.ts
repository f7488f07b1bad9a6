/** Hands a file that was made here to the browser's downloads. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken hold of the file by then; some do so only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
