import { LoaderCircle } from 'lucide-react'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ResultScreen } from './result-screen.tsx'

const first = 'Confirming your payment. This takes a few seconds.'
const again = 'Verification in progress, please wait...'

export const VerifyingPlan = ({ isRetrying, failure }: { isRetrying: boolean; failure: string | undefined }) => (
  <ResultScreen
    title="Verifying your subscription"
    sentence={
      <p className="flex items-start gap-3">
        <LoaderCircle
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className="mt-1 shrink-0 text-ink-3 motion-safe:animate-spin"
        />
        {failure ? 'Trying again.' : isRetrying ? again : first}
      </p>
    }
    notice={failure && <Notice tone="danger">{failure}</Notice>}
    beside={
      <div className="overflow-hidden rounded-card">
        <Skeleton className="h-52" />
      </div>
    }
  />
)
