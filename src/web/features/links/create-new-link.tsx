import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'

/** `disabledBy` is the ID of the element that explains why the button is disabled. */
type Props = { kind: 'primary' | 'plain'; disabledBy?: string | undefined }

export const CreateNewLink = ({ kind, disabledBy }: Props) =>
  disabledBy ? (
    <Button kind={kind} icon={Plus} disabled aria-describedby={disabledBy}>
      Create New Link
    </Button>
  ) : (
    <Link to={pages.createLink} className={buttonStyle[kind]}>
      <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      Create New Link
    </Link>
  )
