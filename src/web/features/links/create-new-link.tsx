import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'

/** `refusedBy`: the id of the sentence that says why no link can be made. */
type Props = { kind: 'primary' | 'plain'; refusedBy?: string | undefined }

/** The way to a link without pictures. */
export const CreateNewLink = ({ kind, refusedBy }: Props) =>
  refusedBy ? (
    <Button kind={kind} icon={Plus} disabled aria-describedby={refusedBy}>
      Create New Link
    </Button>
  ) : (
    <Link to={pages.createLink} className={buttonStyle[kind]}>
      <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
      Create New Link
    </Link>
  )
