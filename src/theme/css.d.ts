/* oxlint-disable typescript/consistent-type-imports -- an ambient module has no other way to name a relative one */

/** Types of Panda's generated code, which carries its declarations as `.d.ts` beside `.mjs` files. */
declare module '#css/css' {
  type Generated = typeof import('../../styled-system/css/index')
  export const css: Generated['css']
  export const cva: Generated['cva']
  export const sva: Generated['sva']
  export const cx: Generated['cx']
  export type SystemStyleObject = import('../../styled-system/types/index').SystemStyleObject
}
