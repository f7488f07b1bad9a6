const stop = (token: string) => ({ method: 'post', action: `/emails/stop/${token}`, label: 'Stop emails' }) as const

export const onPage = (token: string, host: string) => ({
  title: 'Stop emails from Framelight?',
  sentence: `${host} will stop emailing you invitations, notifications and gallery news. If you have an account, you can still reset its password.`,
  form: stop(token),
})

export const stoppedPage = (token: string, host: string) => ({
  title: 'Emails are off',
  sentence: `${host} won't email you invitations, notifications or gallery news. If you change your mind, open this page from the same email.`,
  form: { method: 'post', action: `/emails/start/${token}`, label: 'Resume emails' } as const,
})

export const startedPage = (token: string, host: string) => ({
  title: 'Emails are on',
  sentence: `You'll get emails from ${host} again.`,
  form: stop(token),
})
