/** Code that developers copy into their project. */
export interface CodeSnippet {
  readonly label: string;
  /** Explains where to paste the code. */
  readonly text: string;
  readonly code: string;
  /** True if the label is the path of a file whose whole content is the code. */
  readonly isFile?: boolean;
}
