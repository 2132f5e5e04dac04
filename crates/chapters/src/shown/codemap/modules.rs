//! Reads the modules of a crate: what each says of itself, and the items that others can name.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;
use syn::{Attribute, Expr, ImplItem, Item, ItemMod, Lit, Meta, TraitItem, UseTree, Visibility};

/// A module that has a file.
#[derive(Debug)]
pub(super) struct Module {
    /// Its path, beginning with the crate's short name.
    pub(super) path: String,
    /// Its file, relative to the project.
    pub(super) file: String,
    /// How many lines the file has.
    pub(super) lines: usize,
    pub(super) is_public: bool,
    /// The first paragraph of its documentation, links taken out.
    pub(super) docs: String,
    pub(super) items: Vec<Named>,
    /// The module of another crate whose file this is.
    pub(super) same_as: Option<String>,
}

/// An item that is visible outside of its module.
#[derive(Debug)]
pub(super) struct Named {
    pub(super) kind: &'static str,
    pub(super) name: String,
    /// Visible methods, or what a re-export names.
    pub(super) members: Vec<String>,
}

/// The modules of the crate whose root is `file`, in the order of their `mod` lines.
pub(super) fn read(root: &Path, file: &Path, path: &str) -> Vec<Module> {
    let mut modules = Vec::new();
    read_into(root, file, path, true, &mut modules);
    modules
}

fn read_into(root: &Path, file: &Path, path: &str, is_public: bool, out: &mut Vec<Module>) {
    let shown = file.strip_prefix(root).unwrap_or(file).to_string_lossy().into_owned();
    let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{shown}: {e}"));
    let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{shown}: {e}"));
    let mut items = Vec::new();
    gather(&parsed.items, "", &mut items);
    out.push(Module {
        path: path.to_owned(),
        file: shown,
        lines: text.lines().count(),
        is_public,
        docs: first_paragraph(&parsed.attrs),
        items,
        same_as: None,
    });
    for item in &parsed.items {
        let Item::Mod(module @ ItemMod { content: None, .. }) = item else { continue };
        let name = &module.ident;
        let (path, is_public) = (format!("{path}::{name}"), is_visible(&module.vis));
        match attribute(&module.attrs, "path") {
            Some(elsewhere) => out.push(included(&elsewhere, path, is_public)),
            None => read_into(root, &file_of(file, &name.to_string()), &path, is_public, out),
        }
    }
}

/// A module whose file lies in another crate, `../../sleep/src/word.rs`, and is listed there.
fn included(elsewhere: &str, path: String, is_public: bool) -> Module {
    let same_as = elsewhere.trim_start_matches("../").trim_end_matches(".rs");
    let same_as = Some(same_as.replace("/src/", "::").replace('/', "::"));
    let (file, docs, items) = (String::new(), String::new(), Vec::new());
    Module { path, file, lines: 0, is_public, docs, items, same_as }
}

/// The file of module `name`, which `parent` declares.
fn file_of(parent: &Path, name: &str) -> PathBuf {
    let folder = parent.parent().expect("a file lies in a folder");
    let stem = parent.file_stem().unwrap_or_default();
    let folder = match stem.to_str() {
        Some("lib" | "main" | "mod") => folder.to_owned(),
        _ => folder.join(stem),
    };
    let flat = folder.join(format!("{name}.rs"));
    if flat.is_file() { flat } else { folder.join(name).join("mod.rs") }
}

/// Adds the items that are visible outside of their module, in order; methods go to their type.
fn gather(items: &[Item], prefix: &str, out: &mut Vec<Named>) {
    for item in items {
        let mut add = |kind, vis: &Visibility, name: &dyn ToString| {
            let name = format!("{prefix}{}", name.to_string());
            let is_new = !out.iter().any(|other| other.kind == kind && other.name == name);
            if is_visible(vis) && is_new {
                out.push(Named { kind, name, members: Vec::new() });
            }
        };
        match item {
            Item::Const(item) if item.ident != "_" => add("const", &item.vis, &item.ident),
            Item::Enum(item) => add("enum", &item.vis, &item.ident),
            Item::Fn(item) => add("fn", &item.vis, &item.sig.ident),
            Item::Static(item) => add("static", &item.vis, &item.ident),
            Item::Struct(item) => add("struct", &item.vis, &item.ident),
            Item::Type(item) => add("type", &item.vis, &item.ident),
            Item::Union(item) => add("union", &item.vis, &item.ident),
            Item::Trait(item) => {
                add("trait", &item.vis, &item.ident);
                let name = format!("{prefix}{}", item.ident);
                let methods = item.items.iter().filter_map(|item| match item {
                    TraitItem::Fn(method) => Some(method.sig.ident.to_string()),
                    _ => None,
                });
                if let Some(named) = out.iter_mut().find(|n| n.kind == "trait" && n.name == name) {
                    named.members.extend(methods);
                }
            }
            Item::Macro(item) => {
                // A macro is visible in all that follows it, wherever that is.
                if let Some(name) = &item.ident {
                    let everywhere = Visibility::Public(Default::default());
                    add("macro", &everywhere, &format!("{name}!"));
                }
            }
            Item::Use(item) if is_visible(&item.vis) => {
                let (mut from, mut tree) = (Vec::new(), &item.tree);
                while let UseTree::Path(path) = tree {
                    from.push(path.ident.to_string());
                    tree = &path.tree;
                }
                let mut members = Vec::new();
                names(tree, &mut members);
                out.push(Named { kind: "use from", name: from.join("::"), members });
            }
            Item::Impl(item) if item.trait_.is_none() => {
                let methods: Vec<String> = item
                    .items
                    .iter()
                    .filter_map(|item| match item {
                        ImplItem::Fn(method) if is_visible(&method.vis) => {
                            Some(method.sig.ident.to_string())
                        }
                        _ => None,
                    })
                    .collect();
                let syn::Type::Path(own) = &*item.self_ty else { continue };
                let Some(last) = own.path.segments.last() else { continue };
                add_methods(out, format!("{prefix}{}", last.ident), methods);
            }
            Item::Mod(ItemMod { content: Some((_, items)), ident, attrs, .. })
                if !is_for_tests(attrs) =>
            {
                gather(items, &format!("{prefix}{ident}::"), out);
            }
            _ => {}
        }
    }
}

fn add_methods(out: &mut Vec<Named>, name: String, methods: Vec<String>) {
    let types = ["struct", "enum", "union", "type", "impl"];
    let own = out.iter_mut().find(|n| types.contains(&n.kind) && n.name == name);
    match own {
        Some(own) => {
            let new: Vec<String> =
                methods.into_iter().filter(|m| !own.members.contains(m)).collect();
            own.members.extend(new);
        }
        None if methods.is_empty() => {}
        None => out.push(Named { kind: "impl", name, members: methods }),
    }
}

/// What a `use` makes visible.
fn names(tree: &UseTree, out: &mut Vec<String>) {
    match tree {
        UseTree::Path(path) => names(&path.tree, out),
        UseTree::Name(name) => out.push(name.ident.to_string()),
        UseTree::Rename(rename) => out.push(rename.rename.to_string()),
        UseTree::Glob(_) => out.push("*".to_owned()),
        UseTree::Group(group) => group.items.iter().for_each(|tree| names(tree, out)),
    }
}

fn is_visible(vis: &Visibility) -> bool {
    !matches!(vis, Visibility::Inherited)
}

fn is_for_tests(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| match &attr.meta {
        Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().starts_with("test")
        }
        _ => false,
    })
}

/// The text of `#[name = "text"]`.
fn attribute(attrs: &[Attribute], name: &str) -> Option<String> {
    attrs.iter().find_map(|attr| text(attr, name))
}

fn text(attr: &Attribute, name: &str) -> Option<String> {
    let Meta::NameValue(pair) = &attr.meta else { return None };
    match &pair.value {
        Expr::Lit(lit) if pair.path.is_ident(name) => match &lit.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The first paragraph of inner documentation, on one line, with plain names for links.
fn first_paragraph(attrs: &[Attribute]) -> String {
    let docs = attrs.iter().filter_map(|attr| text(attr, "doc"));
    let lines: Vec<String> = docs
        .map(|line| line.trim().to_owned())
        .skip_while(String::is_empty)
        .take_while(|line| !line.is_empty())
        .collect();
    let link = Regex::new(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])?").expect("a sound pattern");
    link.replace_all(&lines.join(" "), "$1").into_owned()
}
