const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe in an element and in a double-quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Safe in a data `<script>`: nothing in it can close the element. */
export const toJsonBlock = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
