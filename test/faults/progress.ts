let latest = ''

/** How far a long form has come, for whoever shows it. */
export const noteProgress = (what: string, done: number, wanted: number) => {
  latest = `${what} ${done} of ${wanted}`
}

export const readProgress = () => latest

export const forgetProgress = () => {
  latest = ''
}
