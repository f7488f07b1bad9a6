const base =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap cursor-pointer transition-colors'

/** Classes, not a component: a button may be a `<button>`, a link of the router or a plain `<a>`. */
export const buttonStyle = {
  primaryBig: `${base} min-h-13 px-6.5 text-body bg-primary text-on-primary hover:bg-primary-hover`,
  icon: `${base} size-11 text-ink-2 hover:bg-hover hover:text-ink`,
}
