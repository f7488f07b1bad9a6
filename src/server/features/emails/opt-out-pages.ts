const stop = (token: string) => ({ method: 'post', action: `/emails/stop/${token}`, label: 'Stop emails' }) as const

export const onPage = (token: string, host: string) => ({
  title: 'Stop emails from Framelight?',
  sentence: `We'll stop sending you invitations, notifications, and news about galleries from ${host}. If you have an account, you can still reset its password.`,
  form: stop(token),
})

export const stoppedPage = (token: string, host: string) => ({
  title: 'Emails are off',
  sentence: `You won't get invitations, notifications, or news about galleries from ${host}. If you change your mind, open this page from the same email.`,
  form: { method: 'post', action: `/emails/start/${token}`, label: 'Resume emails' } as const,
})

export const startedPage = (token: string, host: string) => ({
  title: 'Emails are on',
  sentence: `You'll get emails from ${host} again.`,
  form: stop(token),
})
