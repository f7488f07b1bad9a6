import { ImagePlus } from 'lucide-react'
import { generatePath, Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

export const AddPhotosLink = ({ slug, kind }: { slug: string; kind: 'primary' | 'plain' }) => (
  <Link className={buttonStyle[kind]} to={generatePath(pages.addPhotos, { slug })}>
    <ImagePlus size={18} strokeWidth={1.75} aria-hidden="true" />
    Add your photos
  </Link>
)
