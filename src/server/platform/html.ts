const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand in an element or, between double quotes, in an attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** JSON as it may stand in a `<script>` that is only data: nothing in it can end the element. */
export const toJsonBlock = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')
