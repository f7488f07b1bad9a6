import type { ReactNode } from 'react'
import './finale.css'
import dunes from '#web/assets/pictures/dunes-wide.webp'

export const Finale = ({ children }: { children: ReactNode }) => (
  <section className="finale">
    <img src={dunes} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
    <div className="page relative z-1 grid justify-items-start gap-6 self-center py-20">
      <h2 className="max-w-[14em] text-title">Your photos are ready. Give them a home.</h2>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  </section>
)
