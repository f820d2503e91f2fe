import type { ReactNode } from 'react'
import { css, sva } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

const recipe = sva({
  className: 'tile',
  slots: ['root', 'icon', 'text', 'title', 'note'],
  base: {
    root: {
      display: 'flex',
      flexDirection: { base: 'row', md: 'column' },
      alignItems: { base: 'center', md: 'stretch' },
      justifyContent: { md: 'space-between' },
      gap: '4',
      minHeight: { base: '24', md: '10.5rem' },
      padding: { base: '4.5', md: '6' },
      background: 'card',
      border: '1px solid {colors.line}',
      borderRadius: 'xl',
      transition: 'border-color {durations.fast}',
      _hover: { borderColor: 'primary' },
    },
    icon: { color: 'primary', lineHeight: 'none' },
    text: { display: 'grid', gap: '0.5', minWidth: '0' },
    title: { textStyle: 'tile' },
    note: { color: 'muted' },
  },
  variants: { attention: { true: { note: { color: 'attention', fontWeight: 'medium' } } } },
})

export interface TileProps {
  href: string
  title: string
  icon: IconProps['name']
  /** A short status text. */
  note?: ReactNode
  /** Highlights the note. */
  attention?: boolean
}

/** A link of the home page: a card on desktops, a row on phones. */
export const Tile = ({ href, title, icon, note, attention }: TileProps) => {
  const styles = recipe({ attention })
  return (
    <a href={href} className={styles.root}>
      <span className={styles.icon}>
        <Icon name={icon} size="lg" />
      </span>
      <span className={styles.text}>
        <b className={styles.title}>{title}</b>
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </a>
  )
}

/** The layout of tiles: a grid on desktops, a list on phones. */
export const tiles = css({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' },
  gap: '4',
  maxWidth: '1120px',
})
