import { RotateCw } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { StateScreen } from '#web/ui/state-screen.tsx'

type Props = { title: string; sentence: string; onRetry: () => void }

export const CouldNotLoad = ({ title, sentence, onRetry }: Props) => (
  <div role="alert">
    <StateScreen title={title} sentence={sentence}>
      <Button kind="primary" icon={RotateCw} onClick={onRetry}>
        Try again
      </Button>
    </StateScreen>
  </div>
)
