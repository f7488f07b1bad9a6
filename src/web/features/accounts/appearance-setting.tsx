import { Monitor, Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '#web/lib/theme.ts'
import { Segment } from '#web/ui/segment.tsx'
import { Setting } from '#web/ui/setting.tsx'

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const

export const AppearanceSetting = () => (
  <Setting title="Appearance" sentence="Images look the same in every theme.">
    <Segment label="Appearance" options={themes} value={useTheme()} onChange={chooseTheme} />
  </Setting>
)
