// Lines of source, with the little colouring that helps the eye; not a parser of C.
const tokens =
  /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|\b(0[xX][\da-fA-F']+|\d[\d.']*\w*)\b|\b(alignas|atomic|auto|bool|break|case|catch|char|class|const|constexpr|continue|default|delete|do|double|else|enum|extern|false|float|for|goto|if|inline|int|long|mutable|namespace|new|nullptr|NULL|operator|private|protected|public|register|return|short|signed|sizeof|static|struct|switch|template|this|thread_local|throw|true|try|typedef|typename|union|unsigned|using|virtual|void|volatile|while)\b|^(\s*#\s*\w+)/g;
const tokenClasses = ["comment", "string", "number", "keyword", "directive"];

function coloured(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(tokens)) {
    parts.push(text.slice(end, match.index));
    const which = match.slice(1).findIndex((group) => group !== undefined);
    parts.push(element("span", { class: tokenClasses[which] }, match[0]));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

// Columns count bytes of UTF-8.
const beforeColumn = (line, column) => new TextDecoder().decode(new TextEncoder().encode(line).slice(0, column - 1));

// The white space that all lines begin with; deep code would be out of sight otherwise.
function commonIndent(lines) {
  const indents = lines.filter((line) => line.trim()).map((line) => line.match(/^[ \t]*/)[0]);
  let common = indents[0] || "";
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common.length;
}

// The lines around a place, the one that is meant marked.
function excerpt(at, kind) {
  const lines = Object.hasOwn(sources, at.file) ? sources[at.file] : null;
  const box = element("div", { class: "excerpt" }, element("div", { class: "excerpt-title" }, place(at)));
  if (!lines || lines[at.line] === undefined) {
    box.append(element("p", { class: "missing" }, "The source could not be read when the page was made."));
    return box;
  }
  const numbers = [];
  for (let n = Math.max(1, at.line - 6); n <= at.line + 6; ++n) if (lines[n] !== undefined) numbers.push(n);
  const indent = commonIndent(numbers.map((n) => lines[n]));
  const code = element("pre", { class: "code", tabindex: "0", "aria-label": "Source of " + place(at) });
  for (const n of numbers) {
    const isMeant = n === at.line;
    code.append(
      element(
        "span",
        { class: isMeant ? "line here " + kind : "line", "aria-current": isMeant ? "true" : null },
        element("span", { class: "number-column" }, String(n)),
        ...coloured(lines[n].slice(indent)),
        "\n"
      )
    );
    if (isMeant && at.column) {
      const before = beforeColumn(lines[n], at.column).slice(indent).replace(/[^\t]/gu, " ");
      code.append(element("span", { class: "line caret" }, element("span", { class: "number-column" }), before + "^\n"));
    }
  }
  box.append(code);
  return box;
}
