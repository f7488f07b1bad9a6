import { Clock, Eye, Globe, Heart, Image, KeyRound, Lock } from 'lucide-react'
import type { Link } from '#shared/links.ts'
import { audienceOf } from '#web/lib/audience.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'

const audiences = {
  public: { icon: Globe, word: 'Public' },
  password: { icon: KeyRound, word: 'Password' },
  private: { icon: Lock, word: 'Private' },
}

type Props = { link: Pick<Link, 'isPrivate' | 'hasPassword' | 'isExpired' | 'choosing' | 'views' | 'imageCount'> }

export function LinkBadges({ link }: Props) {
  const { isExpired, choosing, views, imageCount } = link
  const { icon, word } = audiences[audienceOf(link)]
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge icon={icon}>{word}</Badge>
      <Badge icon={Eye}>
        {formatNumber(views)}
        <span className="sr-only"> {views === 1 ? 'view' : 'views'}</span>
      </Badge>
      <Badge icon={Image}>
        {formatNumber(imageCount)}
        <span className="sr-only"> {imageCount === 1 ? 'image' : 'images'}</span>
      </Badge>
      {choosing === 'on' && <Badge icon={Heart}>Favorites</Badge>}
      {isExpired && (
        <Badge icon={Clock} tone="danger">
          Expired
        </Badge>
      )}
    </div>
  )
}
