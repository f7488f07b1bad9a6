const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** The result is safe in an element and in a double-quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** The result is safe in a data `<script>`, because it can't close the element. */
export const toJsonBlock = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
