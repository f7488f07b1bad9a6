import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { DeleteLinkDialog } from './delete-link-dialog.tsx'

const warning = (images: number) => {
  if (images === 0) return 'It has no images.'
  return images === 1
    ? 'This also deletes its image and comments.'
    : `This also deletes its ${count(images, 'image')} and their comments.`
}

export function DeleteLinkSection({ link }: { link: Link }) {
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <section
      aria-labelledby="delete-link"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t pt-8"
    >
      <div>
        <h2 id="delete-link" className="text-subhead">
          Delete this link
        </h2>
        <p className="text-ink-2 text-ui">{warning(link.imageCount)}</p>
      </div>
      <Button kind="dangerQuiet" icon={Trash2} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <DeleteLinkDialog
          link={link}
          onClose={() => setIsAsking(false)}
          onDeleted={() => navigate(pages.dashboard, { replace: true })}
        />
      )}
    </section>
  )
}
