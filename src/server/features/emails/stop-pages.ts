const stop = (token: string) => ({ method: 'post', action: `/emails/stop/${token}`, label: 'Stop emails' }) as const

export const onPage = (token: string, host: string) => ({
  title: 'Stop emails from Framelight?',
  sentence: `${host} won't send invitations, notifications, or news about galleries to your address anymore. If you have an account, you can still reset its password.`,
  form: stop(token),
})

export const stoppedPage = (token: string, host: string) => ({
  title: 'Emails are stopped',
  sentence: `${host} won't send you invitations, notifications, or news about galleries. To change your mind later, open this page from the same email.`,
  form: { method: 'post', action: `/emails/start/${token}`, label: 'Start emails again' } as const,
})

export const startedPage = (token: string, host: string) => ({
  title: 'Emails are on',
  sentence: `${host} can send you emails again.`,
  form: stop(token),
})
