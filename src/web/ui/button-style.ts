const base =
  'inline-flex items-center justify-center gap-2 rounded-control border border-transparent font-medium whitespace-nowrap no-underline cursor-pointer transition-colors ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-3'
const usual = `${base} min-h-11 px-4.5 py-2 text-ui`
const primary = 'bg-primary text-on-primary hover:bg-primary-hover'
const ghost = 'text-ink-2 hover:bg-hover hover:text-ink'

/** Classes, not a component: a button may be a `<button>`, a link of the router or a plain `<a>`. */
export const buttonStyle = {
  primary: `${usual} ${primary}`,
  primaryBig: `${base} min-h-13 px-6.5 text-body ${primary}`,
  plain: `${usual} border-line-control bg-surface hover:bg-hover`,
  ghost: `${usual} px-3 ${ghost}`,
  ghostBig: `${base} min-h-13 px-6.5 text-body ${ghost}`,
  danger: `${usual} bg-danger text-on-danger hover:bg-danger-hover`,
  dangerQuiet: `${usual} border-danger/55 text-danger hover:bg-danger-soft`,
  icon: `${base} size-11 shrink-0 ${ghost}`,
  iconDanger: `${base} size-11 shrink-0 text-ink-2 hover:bg-danger-soft hover:text-danger`,
}

export type ButtonKind = keyof typeof buttonStyle
