import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import photograph from '#web/assets/pictures/window-light.webp'

type Props = { title: string; sentence?: ReactNode; children: ReactNode }

export const AuthLayout = ({ title, sentence, children }: Props) => (
  <div className="grid flex-1 lg:-mb-24 lg:min-h-[calc(100dvh-4rem)] lg:grid-cols-2">
    <div className="grid content-center justify-items-center px-(--gutter) max-lg:content-start py-[clamp(1.5rem,min(5vw,4vh),4rem)]">
      <div className="grid w-full max-w-100 gap-7">
        <div className="grid gap-4">
          <h1 className="text-title">{title}</h1>
          {sentence && <p className="text-ink-2">{sentence}</p>}
        </div>
        {children}
      </div>
    </div>
    <div className="relative hidden bg-room lg:block">
      <img src={photograph} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      <p className="absolute inset-x-0 bottom-0 bg-linear-to-b from-transparent to-room/78 px-8 pt-24 pb-7 text-caption text-room-ink">
        Late sun on a bare wall
      </p>
    </div>
  </div>
)

type LinkProps = { to: string; email?: string; children: ReactNode }

/** Links to another auth form, and keeps the page to return to and the email typed so far. */
export function AuthLink({ to, email, children }: LinkProps) {
  const { state } = useLocation()
  return (
    <Link
      className="link inline-flex min-h-11 items-center text-ui leading-6"
      to={to}
      state={email ? { ...state, email } : state}
    >
      {children}
    </Link>
  )
}

export function useTypedEmail() {
  const email: unknown = useLocation().state?.email
  return typeof email === 'string' ? email : ''
}
