import { Unstyled } from '@storybook/addon-docs/blocks'
import { css } from '#css/css'
import { screens, SIZE } from '../../tests/pictures/screens.ts'

const files = import.meta.glob<string>('../../tests/pictures/baselines/*.png', {
  eager: true,
  import: 'default',
  query: '?url',
})
const themes = { light: 'in the light', dark: 'in the dark' } as const

/** The baselines of all screens in both themes, with the person who looks at each. */
export const Screens = () => (
  <Unstyled>
    <div className={list}>
      {screens.map(({ name, title, path, person }) => (
        <section key={name}>
          <h2>{title}</h2>
          <p>
            <code>{path}</code>, {person === 'nobody' ? 'signed out' : `as ${person}@plumbline.test`}
          </p>
          <div className={pair}>
            {Object.entries(themes).map(([theme, words]) => (
              <img
                key={theme}
                src={files[`../../tests/pictures/baselines/${name}-${theme}.png`]}
                alt={`${title} ${words}`}
                loading="lazy"
                {...SIZE}
              />
            ))}
          </div>
        </section>
      ))}
    </div>
  </Unstyled>
)

const list = css({ stack: '8', textStyle: 'body', '& h2': { textStyle: 'section' } })
const pair = css({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  gap: '4',
  marginBlockStart: '2',
  '& img': { width: 'full', height: 'auto', border: '1px solid {colors.line}', borderRadius: 'md' },
})
