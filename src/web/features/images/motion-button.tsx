import { Play, Square } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'

type Props = { isMoving: boolean; className: string; onClick: () => void }

export const MotionButton = ({ isMoving, ...rest }: Props) => (
  <IconButton icon={isMoving ? Square : Play} label={isMoving ? 'Stop animation' : 'Play animation'} {...rest} />
)
