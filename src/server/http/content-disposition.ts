/** Saved under this name, not shown. Written as RFC 5987 wants it, so that any character can be in it. */
export const attachment = (name: string) =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)}`
