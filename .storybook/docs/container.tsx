import { useEffect, useState, type ComponentProps } from 'react'
import { DocsContainer } from '@storybook/addon-docs/blocks'
import { GLOBALS_UPDATED, SET_GLOBALS } from 'storybook/internal/core-events'
import { addons } from 'storybook/preview-api'
import { create, themes } from 'storybook/theming'
import { css } from '#css/css'

const fonts = { fontBase: "'Archivo Variable', system-ui, sans-serif", fontCode: 'ui-monospace, monospace' }
const looks = {
  light: create({ ...themes.light, ...fonts, base: 'light', appContentBg: '#ffffff', appPreviewBg: '#f4f5f3' }),
  dark: create({ ...themes.dark, ...fonts, base: 'dark', appContentBg: '#171e25', appPreviewBg: '#0e1318' }),
}

/** The theme of the toolbar. */
function useTheme(): 'light' | 'dark' {
  const channel = addons.getChannel()
  const [theme, setTheme] = useState<unknown>(
    () => (channel.last(GLOBALS_UPDATED) ?? channel.last(SET_GLOBALS))?.[0]?.globals?.theme,
  )
  useEffect(() => {
    const follow = ({ globals }: { globals: { theme?: unknown } }) => setTheme(globals.theme)
    channel.on(GLOBALS_UPDATED, follow)
    return () => channel.off(GLOBALS_UPDATED, follow)
  }, [channel])
  return theme === 'dark' ? 'dark' : 'light'
}

/** A page of docs in the theme of the toolbar. */
export default function Container(props: ComponentProps<typeof DocsContainer>) {
  const theme = useTheme()
  useEffect(() => void (document.documentElement.dataset.theme = theme), [theme])
  return (
    <div className={page}>
      <DocsContainer {...props} theme={looks[theme]} />
    </div>
  )
}

const page = css({
  '& .docs-story': { background: 'paper', color: 'ink' },
  // Storybook keeps it on one line, which is wider than a phone.
  '& p code': { whiteSpace: 'normal!', overflowWrap: 'anywhere' },
})
