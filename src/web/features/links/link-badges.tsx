import { Clock, Eye, Globe, Image, Lock } from 'lucide-react'
import type { Link } from '#shared/links.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'

type Props = { link: Pick<Link, 'isPrivate' | 'isExpired' | 'views' | 'imageCount'> }

export const LinkBadges = ({ link: { isPrivate, isExpired, views, imageCount } }: Props) => (
  <div className="flex flex-wrap gap-1.5">
    {isPrivate ? <Badge icon={Lock}>Private</Badge> : <Badge icon={Globe}>Public</Badge>}
    <Badge icon={Eye}>
      {formatNumber(views)}
      <span className="sr-only"> {views === 1 ? 'visit' : 'visits'}</span>
    </Badge>
    <Badge icon={Image}>
      {formatNumber(imageCount)}
      <span className="sr-only"> {imageCount === 1 ? 'image' : 'images'}</span>
    </Badge>
    {isExpired && (
      <Badge icon={Clock} tone="danger">
        Expired
      </Badge>
    )}
  </div>
)
