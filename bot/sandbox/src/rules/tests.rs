//! Each rule: what is still allowed, and what is one too many.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::*;
use crate::faults::Faults;
use crate::rest::Upload;

#[track_caller]
fn allowed(faults: &Faults) {
    assert!(faults.is_empty(), "{faults}");
}

/// The faults must include one with this code at this path.
#[track_caller]
fn refused(faults: &Faults, path: &str, code: &str) {
    let text = faults.to_string();
    let found =
        text.split("; ").any(|it| it.starts_with(&format!("{path}: ")) && it.ends_with(&format!("({code})")));
    assert!(found, "wanted {code} at {path:?}, found: {text}");
}

fn text(length: usize) -> String {
    "é".repeat(length)
}

fn many(count: usize, make: impl Fn(usize) -> Value) -> Value {
    (0..count).map(make).collect()
}

fn judge(body: Value) -> Faults {
    message(&body, &[])
}

fn button(index: usize) -> Value {
    json!({"type": 2, "style": 1, "custom_id": format!("b{index}"), "label": "x"})
}

fn row(components: Value) -> Value {
    json!({"type": 1, "components": components})
}

fn with(component: Value) -> Value {
    json!({"content": "x", "components": [row(json!([component]))]})
}

fn menu(options: Value) -> Value {
    json!({"type": 3, "custom_id": "m", "options": options})
}

fn option(index: usize) -> Value {
    json!({"label": "o", "value": format!("{index}")})
}

#[test]
fn content_has_2000_characters() {
    allowed(&judge(json!({"content": text(2000)})));
    refused(&judge(json!({"content": text(2001)})), "content", "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn there_are_five_rows_of_five_buttons() {
    let rows = |count, width| {
        let rows = many(count, |row_index| row(many(width, |index| button(row_index * 10 + index))));
        judge(json!({"content": "x", "components": rows}))
    };
    allowed(&rows(5, 5));
    refused(&rows(6, 1), "components", "BASE_TYPE_BAD_LENGTH");
    refused(&rows(1, 6), "components.0.components", "BASE_TYPE_BAD_LENGTH");
    refused(&rows(1, 0), "components.0.components", "BASE_TYPE_BAD_LENGTH");
    let loose = judge(json!({"content": "x", "components": [button(0)]}));
    refused(&loose, "components.0.type", "UNION_TYPE_CHOICES");
}

#[test]
fn a_menu_has_its_row_alone() {
    allowed(&judge(with(menu(many(25, option)))));
    let shared = row(json!([button(0), menu(many(1, option))]));
    let faults = judge(json!({"content": "x", "components": [shared]}));
    refused(&faults, "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED");
}

#[test]
fn custom_ids_are_unique_and_short() {
    let twice = row(json!([button(1), button(1)]));
    let faults = judge(json!({"content": "x", "components": [twice]}));
    refused(&faults, "components.0.components.1.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED");
    let named = |length| judge(with(json!({"type": 2, "style": 1, "custom_id": text(length), "label": "x"})));
    allowed(&named(100));
    refused(&named(101), "components.0.components.0.custom_id", "BASE_TYPE_MAX_LENGTH");
    refused(&named(0), "components.0.components.0.custom_id", "BASE_TYPE_MIN_LENGTH");
    let nameless = judge(with(json!({"type": 2, "style": 1, "label": "x"})));
    refused(&nameless, "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED");
}

#[test]
fn buttons_have_a_style_and_a_label() {
    let labelled =
        |length| judge(with(json!({"type": 2, "style": 1, "custom_id": "b", "label": text(length)})));
    allowed(&labelled(80));
    refused(&labelled(81), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH");
    refused(&labelled(0), "components.0.components.0.label", "BASE_TYPE_REQUIRED");
    allowed(&judge(with(json!({"type": 2, "style": 1, "custom_id": "b", "emoji": {"name": "♟"}}))));
    let odd = judge(with(json!({"type": 2, "style": 9, "custom_id": "b", "label": "x"})));
    refused(&odd, "components.0.components.0.style", "BASE_TYPE_CHOICES");
    allowed(&judge(with(json!({"type": 2, "style": 5, "url": "https://example.org", "label": "x"}))));
    let both = judge(with(
        json!({"type": 2, "style": 5, "url": "https://example.org", "custom_id": "b", "label": "x"}),
    ));
    refused(
        &both,
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    );
    let nowhere = judge(with(json!({"type": 2, "style": 5, "label": "x"})));
    refused(&nowhere, "components.0.components.0.url", "BASE_TYPE_REQUIRED");
}

#[test]
fn menus_have_25_different_options() {
    let at = "components.0.components.0";
    let faults = judge(with(menu(many(26, option))));
    refused(&faults, &format!("{at}.options"), "BASE_TYPE_BAD_LENGTH");
    refused(&judge(with(menu(json!([])))), &format!("{at}.options"), "BASE_TYPE_BAD_LENGTH");
    let same = judge(with(menu(many(2, |_| option(7)))));
    refused(&same, &format!("{at}.options.1.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED");
    for field in ["label", "value", "description"] {
        let sized = |length: usize| {
            let mut one = option(0);
            one[field] = json!(text(length));
            judge(with(menu(json!([one]))))
        };
        allowed(&sized(100));
        refused(&sized(101), &format!("{at}.options.0.{field}"), "BASE_TYPE_MAX_LENGTH");
    }
    let chosen = many(2, |index| json!({"label": "o", "value": index.to_string(), "default": true}));
    refused(&judge(with(menu(chosen))), &format!("{at}.options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS");
}

#[test]
fn menus_are_limited_in_words_and_numbers() {
    let at = "components.0.components.0";
    let judged = |field: &str, value: Value| {
        let mut it = menu(many(3, option));
        it[field] = value;
        judge(with(it))
    };
    allowed(&judged("placeholder", json!(text(150))));
    refused(&judged("placeholder", json!(text(151))), &format!("{at}.placeholder"), "BASE_TYPE_MAX_LENGTH");
    allowed(&judged("max_values", json!(3)));
    refused(&judged("max_values", json!(4)), &format!("{at}.max_values"), "NUMBER_TYPE_MAX");
    refused(&judged("min_values", json!(2)), &format!("{at}.max_values"), "NUMBER_TYPE_MIN");
    allowed(&judge(with(json!({"type": 5, "custom_id": "u", "max_values": 25}))));
    refused(&judge(with(json!({"type": 5}))), &format!("{at}.custom_id"), "BASE_TYPE_REQUIRED");
    refused(&judge(with(json!({"type": 4, "custom_id": "t"}))), &format!("{at}.type"), "UNION_TYPE_CHOICES");
}

#[test]
fn embeds_are_limited_part_by_part() {
    let embed = |it: Value| judge(json!({"embeds": [it]}));
    for (path, most) in [("title", 256), ("description", 4096)] {
        allowed(&embed(json!({path: text(most)})));
        refused(&embed(json!({path: text(most + 1)})), &format!("embeds.0.{path}"), "BASE_TYPE_MAX_LENGTH");
    }
    refused(&embed(json!({"footer": {"text": text(2049)}})), "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH");
    refused(&embed(json!({"author": {"name": text(257)}})), "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH");
    let fields = |count| embed(json!({"fields": many(count, |_| json!({"name": "n", "value": "v"}))}));
    allowed(&fields(25));
    refused(&fields(26), "embeds.0.fields", "BASE_TYPE_BAD_LENGTH");
    let field = |name, value| embed(json!({"fields": [{"name": text(name), "value": text(value)}]}));
    allowed(&field(256, 1024));
    refused(&field(257, 1), "embeds.0.fields.0.name", "BASE_TYPE_MAX_LENGTH");
    refused(&field(1, 1025), "embeds.0.fields.0.value", "BASE_TYPE_MAX_LENGTH");
    refused(&field(1, 0), "embeds.0.fields.0.value", "BASE_TYPE_MIN_LENGTH");
    refused(&judge(json!({"embeds": many(11, |_| json!({"title": "x"}))})), "embeds", "BASE_TYPE_BAD_LENGTH");
}

#[test]
fn all_embeds_together_have_6000_characters() {
    let both = |last| judge(json!({"embeds": [{"description": text(4000)}, {"description": text(last)}]}));
    allowed(&both(2000));
    refused(&both(2001), "embeds", "MAX_EMBED_SIZE_EXCEEDED");
}

#[test]
fn files_have_ten_mebibytes_and_alternative_text_1024_characters() {
    let file = |size| Upload { index: Some(0), filename: "a".to_owned(), bytes: Bytes::from(vec![0; size]) };
    allowed(&message(&json!({}), &[file(FILE_BYTES)]));
    refused(&message(&json!({}), &[file(FILE_BYTES + 1)]), "attachments.0", "BASE_TYPE_MAX_SIZE");
    let described = |length| judge(json!({"attachments": [{"id": 0, "description": text(length)}]}));
    allowed(&described(1024));
    refused(&described(1025), "attachments.0.description", "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn free_layouts_have_no_words_beside_them() {
    let parts = json!([{"type": 17, "components": [{"type": 10, "content": "x"}, row(json!([button(0)]))]}]);
    allowed(&judge(json!({"flags": 1 << 15, "components": parts})));
    let mixed = judge(json!({"flags": 1 << 15, "content": "x", "components": parts}));
    refused(&mixed, "content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2");
    let twice = json!([row(json!([button(0)])), row(json!([button(0)]))]);
    let faults = judge(json!({"flags": 1 << 15, "components": twice}));
    refused(&faults, "components.1.components.0.custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED");
}

fn opened(change: impl Fn(&mut Value)) -> Faults {
    let input = json!({"type": 4, "custom_id": "i", "style": 1, "label": "l"});
    let mut body =
        json!({"type": 9, "data": {"custom_id": "m", "title": "t", "components": [row(json!([input]))]}});
    change(&mut body["data"]);
    callback(&body, &[])
}

#[test]
fn modals_have_a_title_and_one_to_five_inputs() {
    allowed(&opened(|it| it["title"] = json!(text(45))));
    refused(&opened(|it| it["title"] = json!(text(46))), "data.title", "BASE_TYPE_MAX_LENGTH");
    refused(&opened(|it| it["components"] = json!([])), "data.components", "BASE_TYPE_BAD_LENGTH");
    let inputs = |count| {
        let rows = many(count, |index| {
            row(json!([{"type": 4, "custom_id": index.to_string(), "style": 2, "label": "l"}]))
        });
        opened(|it| it["components"] = rows.clone())
    };
    allowed(&inputs(5));
    refused(&inputs(6), "data.components", "BASE_TYPE_BAD_LENGTH");
    refused(
        &opened(|it| it["components"] = json!([row(json!([button(0)]))])),
        "data.components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    );
    let labelled =
        json!([{"type": 18, "label": "l", "component": {"type": 4, "custom_id": "i", "style": 1}}]);
    allowed(&opened(|it| it["components"] = labelled.clone()));
}

#[test]
fn inputs_are_limited() {
    let at = "data.components.0.components.0";
    let input =
        |field: &str, value: Value| opened(|it| it["components"][0]["components"][0][field] = value.clone());
    for (field, most) in [("label", 45), ("placeholder", 100), ("value", 4000), ("custom_id", 100)] {
        allowed(&input(field, json!(text(most))));
        refused(&input(field, json!(text(most + 1))), &format!("{at}.{field}"), "BASE_TYPE_MAX_LENGTH");
    }
    refused(&input("max_length", json!(4001)), &format!("{at}.max_length"), "NUMBER_TYPE_MAX");
    refused(&input("style", json!(3)), &format!("{at}.style"), "BASE_TYPE_CHOICES");
}

#[test]
fn autocomplete_offers_25_choices() {
    let offered = |count| {
        let choices = many(count, |index| json!({"name": "n", "value": index.to_string()}));
        callback(&json!({"type": 8, "data": {"choices": choices}}), &[])
    };
    allowed(&offered(25));
    refused(&offered(26), "data.choices", "BASE_TYPE_BAD_LENGTH");
    let long = callback(&json!({"type": 8, "data": {"choices": [{"name": text(101), "value": "v"}]}}), &[]);
    refused(&long, "data.choices.0.name", "BASE_TYPE_MAX_LENGTH");
    refused(&callback(&json!({"type": 12}), &[]), "type", "BASE_TYPE_CHOICES");
}

#[test]
fn threads_have_a_name() {
    allowed(&thread(&json!({"name": text(100)})));
    refused(&thread(&json!({"name": text(101)})), "name", "BASE_TYPE_MAX_LENGTH");
    refused(&thread(&json!({})), "name", "BASE_TYPE_REQUIRED");
}

fn slash(change: impl Fn(&mut Value)) -> Faults {
    let mut body = json!({"name": "move", "description": "d", "options": []});
    change(&mut body);
    command(&body)
}

fn parameter(name: &str) -> Value {
    json!({"type": 3, "name": name, "description": "d"})
}

#[test]
fn names_of_commands_are_lower_case_words() {
    for good in ["move", "mover-pieza", "añadir", "手", "x_1"] {
        allowed(&slash(|it| it["name"] = json!(good)));
    }
    for bad in ["Move", "two words", "", "x!", &text(33)] {
        refused(&slash(|it| it["name"] = json!(bad)), "name", "APPLICATION_COMMAND_INVALID_NAME");
        let translated = slash(|it| it["name_localizations"] = json!({"es-ES": bad}));
        refused(&translated, "name_localizations.es-ES", "APPLICATION_COMMAND_INVALID_NAME");
    }
    let unknown = slash(|it| it["name_localizations"] = json!({"xx": "move"}));
    refused(&unknown, "name_localizations.xx", "BASE_TYPE_CHOICES");
}

#[test]
fn descriptions_have_100_characters() {
    allowed(&slash(|it| it["description"] = json!(text(100))));
    refused(&slash(|it| it["description"] = json!(text(101))), "description", "BASE_TYPE_MAX_LENGTH");
    refused(&slash(|it| it["description"] = json!("")), "description", "BASE_TYPE_MIN_LENGTH");
    refused(&slash(|it| it["description"] = Value::Null), "description", "BASE_TYPE_REQUIRED");
    let translated = slash(|it| it["description_localizations"] = json!({"de": text(101)}));
    refused(&translated, "description_localizations.de", "BASE_TYPE_MAX_LENGTH");
}

#[test]
fn options_are_25_with_the_required_ones_first() {
    let options = |list: Value| slash(|it| it["options"] = list.clone());
    allowed(&options(many(25, |index| parameter(&index.to_string()))));
    refused(&options(many(26, |index| parameter(&index.to_string()))), "options", "BASE_TYPE_BAD_LENGTH");
    let mut required = parameter("b");
    required["required"] = json!(true);
    refused(
        &options(json!([parameter("a"), required])),
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    );
    allowed(&options(json!([required, parameter("a")])));
    let twice = options(json!([parameter("a"), parameter("a")]));
    refused(&twice, "options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS");
}

#[test]
fn choices_are_25_and_exclude_autocomplete() {
    let choices =
        |count| many(count, |index| json!({"name": format!("n{index}"), "value": index.to_string()}));
    let with = |change: &dyn Fn(&mut Value)| {
        let mut one = parameter("a");
        change(&mut one);
        slash(|it| it["options"] = json!([one]))
    };
    allowed(&with(&|it| it["choices"] = choices(25)));
    refused(&with(&|it| it["choices"] = choices(26)), "options.0.choices", "BASE_TYPE_BAD_LENGTH");
    let both = with(&|it| {
        it["choices"] = choices(1);
        it["autocomplete"] = json!(true);
    });
    refused(&both, "options.0.choices", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES");
    let wrong = with(&|it| it["choices"] = json!([{"name": "n", "value": 1}]));
    refused(&wrong, "options.0.choices.0.value", "BASE_TYPE_CHOICES");
    let flag = with(&|it| {
        it["type"] = json!(5);
        it["autocomplete"] = json!(true);
    });
    refused(&flag, "options.0.autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE");
}

#[test]
fn subcommands_nest_once_in_groups() {
    let sub =
        |name: &str, options: Value| json!({"type": 1, "name": name, "description": "d", "options": options});
    let group = |options: Value| json!({"type": 2, "name": "g", "description": "d", "options": options});
    let options = |list: Value| slash(|it| it["options"] = list.clone());
    allowed(&options(json!([group(json!([sub("a", json!([parameter("p")]))])), sub("b", json!([]))])));
    let invalid = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID";
    refused(&options(json!([sub("a", json!([])), parameter("p")])), "options", invalid);
    refused(&options(json!([sub("a", json!([sub("b", json!([]))]))])), "options.0.options.0.type", invalid);
    refused(&options(json!([group(json!([group(json!([]))]))])), "options.0.options", invalid);
    refused(&options(json!([group(json!([]))])), "options.0.options", invalid);
}

#[test]
fn a_command_has_8000_characters_and_an_app_100_commands() {
    let wordy = |count| {
        let options = many(count, |index| {
            json!({"type": 3, "name": index.to_string(), "description": text(100), "choices":
            many(25, |index| json!({"name": format!("{index:03}{}", "n".repeat(10)), "value": "v"}))})
        });
        slash(|it| it["options"] = options.clone())
    };
    allowed(&wordy(16));
    refused(&wordy(18), "", "APPLICATION_COMMAND_TOO_LARGE");
    let all =
        |count| command_list(&many(count, |index| json!({"name": format!("c{index}"), "description": "d"})));
    allowed(&all(100));
    refused(&all(101), "", "APPLICATION_COMMAND_TOO_MANY");
    let twice = command_list(&json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]));
    refused(&twice, "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME");
}

#[test]
fn entries_of_context_menus_have_names_alone() {
    allowed(&command(&json!({"type": 3, "name": "Read board", "description": ""})));
    let described = command(&json!({"type": 3, "name": "Read board", "description": "d"}));
    refused(&described, "description", "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_NOT_ALLOWED");
    let optioned = command(&json!({"type": 2, "name": "Profile", "options": [parameter("a")]}));
    refused(&optioned, "options", "APPLICATION_COMMAND_CONTEXT_MENU_OPTIONS_NOT_ALLOWED");
    refused(&command(&json!({"type": 2, "name": text(33)})), "name", "BASE_TYPE_MAX_LENGTH");
}
