import { Clock } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { StateScreen } from '#web/ui/state-screen.tsx'

/** Fetched when somebody asks: most who come to a closed gallery go again. */
const AskForMoreTime = lazy(async () => ({ default: (await import('./ask-for-more-time.tsx')).AskForMoreTime }))

/** For visitors who come too late: they can ask for more time. */
export function ExpiredLink({ title }: { title: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { slug } = useParams()
  const closed = (
    <StateScreen title={title} sentence="This link has expired. Ask the person who sent it to open it again.">
      <div className="flex flex-wrap gap-3">
        {slug && (
          <Button kind="primary" icon={Clock} className="noscript:hidden" onClick={() => setIsAsking(true)}>
            Ask for more time
          </Button>
        )}
        <Link className={buttonStyle.plain} to={pages.home}>
          Go to Home
        </Link>
      </div>
    </StateScreen>
  )
  if (!isAsking || !slug) return closed
  return (
    <Suspense fallback={closed}>
      <AskForMoreTime title={title} slug={slug} onCancel={() => setIsAsking(false)} />
    </Suspense>
  )
}
