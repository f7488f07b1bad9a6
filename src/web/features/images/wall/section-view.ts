import { type ComponentType, createContext, lazy } from 'react'
import type { SectionedWallProps } from './sectioned-wall.tsx'

/** Only galleries with sections load this code. The server, which can't wait for it, provides the component itself. */
export const SectionView = createContext<ComponentType<SectionedWallProps>>(
  lazy(async () => ({ default: (await import('./sectioned-wall.tsx')).SectionedWall })),
)
