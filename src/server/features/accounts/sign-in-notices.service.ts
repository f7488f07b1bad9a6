import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { AccountRepository } from './accounts.repository.ts'
import { type SignInNotice, signInNoticeEmail } from './emails/sign-in-notice.ts'

type Dependencies = { accounts: AccountRepository; emails: EmailService; tasks: Tasks; publicUrl: string }

/** Tells people by email when a way into their account is added or removed. */
export function createSignInNoticeService({ accounts, emails, tasks, publicUrl }: Dependencies) {
  const task = tasks.define<{ userId: string; notice: SignInNotice }>('sign-in-notice', async ({ userId, notice }) => {
    const account = await accounts.find(userId)
    if (!account || account.isDisabled) return
    const path = notice.startsWith('key') ? 'programs' : 'security'
    const content = signInNoticeEmail({ notice, url: `${publicUrl}/account/${path}` })
    await emails.send({ kind: 'sign-in-notice', to: account.email, content })
  })

  return {
    /** Insert this task in the same transaction as the change, and call `nudge` after it. */
    taskOf: (userId: string, notice: SignInNotice) => task({ userId, notice }),
    nudge: tasks.nudge,
  }
}
export type SignInNoticeService = ReturnType<typeof createSignInNoticeService>
