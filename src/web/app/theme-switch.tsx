import { Moon, Sun, SunMoon } from 'lucide-react'
import { chooseTheme, themeAfter, useTheme } from '#web/lib/theme.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

const icons = { system: SunMoon, light: Sun, dark: Moon }

export function ThemeSwitch() {
  const theme = useTheme()
  return <IconButton icon={icons[theme]} label={`Theme: ${theme}`} onClick={() => chooseTheme(themeAfter(theme))} />
}
