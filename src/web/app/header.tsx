import { Link } from 'react-router'
import { Mark } from '#web/ui/mark.tsx'
import { paths } from './paths.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export const Header = () => (
  <header className="sticky top-0 z-20 bg-wall/92 backdrop-blur-md">
    <div className="flex h-16 items-center justify-between px-(--gutter)">
      <Link
        to={paths.home}
        className="inline-flex min-h-11 items-center gap-2.5 text-[1.0625rem] font-semibold tracking-[-0.02em]"
      >
        <Mark />
        Framelight
      </Link>
      <div className="-mr-3 flex items-center gap-1">
        <ThemeSwitch />
      </div>
    </div>
  </header>
)
