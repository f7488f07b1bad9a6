import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

export const Failure = ({ sentence, onRetry }: { sentence: string; onRetry: () => void }) => (
  <div className="grid justify-items-start gap-4">
    <Notice tone="danger">{sentence}</Notice>
    <Button icon={RotateCw} onClick={onRetry}>
      Try again
    </Button>
  </div>
)
