import { Moon, Sun, SunMoon } from 'lucide-react'
import { chooseTheme, type Theme, useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const icons = { system: SunMoon, light: Sun, dark: Moon }

/** The first press always changes what is seen: it leads to the opposite of what the system asks for. */
function after(theme: Theme): Theme {
  const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  const order: Theme[] = systemIsDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light']
  return order[(order.indexOf(theme) + 1) % order.length] ?? 'system'
}

export function ThemeSwitch() {
  const theme = useTheme()
  return <IconButton icon={icons[theme]} label={`Theme: ${theme}`} onClick={() => chooseTheme(after(theme))} />
}
