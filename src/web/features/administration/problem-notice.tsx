import { Link } from 'react-router'
import type { Overview } from '#shared/administration.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { Notice } from '#web/ui/notice.tsx'

export function ProblemNotice({ overview: { mail, backups, tasks } }: { overview: Overview }) {
  const failing = mail.failing + tasks.failing
  const problems = [
    backups.failure ? 'the last backup failed' : backups.isLate && 'the newest backup is older than 36 hours',
    mail.failing > 0 && `${count(mail.failing, 'email')} couldn't be sent`,
    tasks.failing > 0 && `${count(tasks.failing, 'job')} failed`,
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return null
  const sentence = new Intl.ListFormat('en').format(problems)
  return (
    <div className="pb-8">
      <Notice tone="danger">
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}.{' '}
        {failing > 0 && (
          <Link className="underline" to={pages.adminLog}>
            See why
          </Link>
        )}
      </Notice>
    </div>
  )
}
