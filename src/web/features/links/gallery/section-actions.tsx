import { Download, Share2 } from 'lucide-react'
import { generatePath } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import type { Section } from '#shared/sections.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useShare } from '#web/ui/share-button.tsx'
import { DownloadChoice } from './download-all.tsx'
import { useDownloadAll } from './use-download-all.ts'

type Props = { link: Link; section: Section; isOwner: boolean }

export function SectionActions({ link, section, isOwner }: Props) {
  const { title, anchor } = section
  const download = useDownloadAll(link, isOwner, section)
  const path = `${generatePath(pages.gallery, { slug: link.slug })}#${anchor}`
  const share = useShare({ title: `${title} · ${link.title}`, link, path })
  return (
    <>
      <IconButton
        icon={Share2}
        label={`Share ${title}`}
        hint="Share this section"
        aria-haspopup="dialog"
        onClick={share.start}
      />
      {download && (
        <IconButton
          icon={Download}
          label={`Download ${title}`}
          hint="Download this section"
          aria-haspopup="dialog"
          onClick={download.start}
        />
      )}
      {share.dialog}
      {download && <DownloadChoice download={download} />}
    </>
  )
}
